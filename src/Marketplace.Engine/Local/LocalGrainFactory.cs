namespace Marketplace.Engine.Local;

/// <summary>Makes references: a reference knows its activation, so that a call needs no lookup.</summary>
internal sealed class LocalGrainFactory(LocalEngine engine) : IGrainFactory
{
    public TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithGuidKey => Make<TGrainInterface>(GrainIdKeyExtensions.CreateGuidKey(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithIntegerKey => Make<TGrainInterface>(GrainIdKeyExtensions.CreateIntegerKey(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(string primaryKey, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithStringKey => Make<TGrainInterface>(IdSpan.Create(primaryKey));

    public TGrainInterface GetGrain<TGrainInterface>(Guid primaryKey, string keyExtension, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithGuidCompoundKey =>
        Make<TGrainInterface>(GrainIdKeyExtensions.CreateGuidKey(primaryKey, keyExtension));

    public TGrainInterface GetGrain<TGrainInterface>(long primaryKey, string keyExtension, string? grainClassNamePrefix = null)
        where TGrainInterface : IGrainWithIntegerCompoundKey =>
        Make<TGrainInterface>(GrainIdKeyExtensions.CreateIntegerKey(primaryKey, keyExtension));

    public TGrainInterface GetGrain<TGrainInterface>(GrainId grainId)
        where TGrainInterface : IAddressable => (TGrainInterface)(object)engine.ReferenceTo(grainId, typeof(TGrainInterface));

    public IAddressable GetGrain(GrainId grainId) => engine.ActivationOf(grainId).GrainReference;

    public IAddressable GetGrain(GrainId grainId, GrainInterfaceType interfaceType) =>
        engine.Interfaces.Find(interfaceType) is { } found ? engine.ReferenceTo(grainId, found.Type) : GetGrain(grainId);

    public IGrain GetGrain(Type grainInterfaceType, Guid grainPrimaryKey) =>
        (IGrain)Make(grainInterfaceType, GrainIdKeyExtensions.CreateGuidKey(grainPrimaryKey));

    public IGrain GetGrain(Type grainInterfaceType, long grainPrimaryKey) =>
        (IGrain)Make(grainInterfaceType, GrainIdKeyExtensions.CreateIntegerKey(grainPrimaryKey));

    public IGrain GetGrain(Type grainInterfaceType, string grainPrimaryKey) => (IGrain)Make(grainInterfaceType, IdSpan.Create(grainPrimaryKey));

    public IGrain GetGrain(Type grainInterfaceType, Guid grainPrimaryKey, string keyExtension) =>
        (IGrain)Make(grainInterfaceType, GrainIdKeyExtensions.CreateGuidKey(grainPrimaryKey, keyExtension));

    public IGrain GetGrain(Type grainInterfaceType, long grainPrimaryKey, string keyExtension) =>
        (IGrain)Make(grainInterfaceType, GrainIdKeyExtensions.CreateIntegerKey(grainPrimaryKey, keyExtension));

    public IAddressable GetGrain(Type interfaceType, IdSpan grainKey, string grainClassNamePrefix) => Make(interfaceType, grainKey);

    public IAddressable GetGrain(Type interfaceType, IdSpan grainKey) => Make(interfaceType, grainKey);

    public TGrainObserverInterface CreateObjectReference<TGrainObserverInterface>(IGrainObserver obj)
        where TGrainObserverInterface : IGrainObserver => throw NoObservers();

    public void DeleteObjectReference<TGrainObserverInterface>(IGrainObserver obj)
        where TGrainObserverInterface : IGrainObserver => throw NoObservers();

    private TGrainInterface Make<TGrainInterface>(IdSpan key) => (TGrainInterface)(object)Make(typeof(TGrainInterface), key);

    private GrainReference Make(Type type, IdSpan key) => engine.ClassOf(type).Get(key).ReferenceBy(engine.Interfaces.Of(type));

    private static NotSupportedException NoObservers() =>
        new("The local engine has no observers outside grains: call a grain, or use a stream.");
}
