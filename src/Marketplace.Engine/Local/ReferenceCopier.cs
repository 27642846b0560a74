using Orleans.Serialization.Cloning;

namespace Marketplace.Engine.Local;

/// <summary>Tells Orleans' serializer that a copy of a grain reference is the reference.</summary>
internal sealed class ReferenceCopier : ISpecializableCopier
{
    public bool IsSupportedType(Type type) => typeof(IAddressable).IsAssignableFrom(type) && type.IsInterface;

    public IDeepCopier GetSpecializedCopier(Type type) => (IDeepCopier)Activator.CreateInstance(typeof(Of<>).MakeGenericType(type))!;

    private sealed class Of<T> : IDeepCopier<T>
    {
        public T? DeepCopy(T? input, CopyContext context) => input is null or GrainReference ? input : ((IAddressable)input).AsReference<T>();
    }
}
