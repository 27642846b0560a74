namespace Marketplace.Silo.Gateway;

/// <summary>
/// What the gateway can be asked for. The names are the operation ids of the OpenAPI document, and a label of the metrics.
/// </summary>
internal enum Operation
{
    AddCustomer,
    AddSeller,
    AddProduct,
    AddStock,
    AddItem,
    UpdateItem,
    RemoveItem,
    Checkout,
    Seal,
    History,
    UpdatePrice,
    ReplaceProduct,
    DeleteProduct,
    Replenish,
    Dashboard,
    UpdateDelivery,
    GetCart,
    GetProduct,
    GetStock,
    GetCustomer,
    GetSeller,
    GetAlerts,
    GetOrders,
    GetOrder,
    GetPayment,
    GetShipment,
    ImportCustomers,
    ImportSellers,
    ImportProducts,
    ImportStock,
    ImportOrders,
    GetReceipts,
    GetReceiptStream,
    Export,
    Reset,
    Cleanup,
}
